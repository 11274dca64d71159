//! An analyser's log with what became of its results.

use crate::analysis::Analysis;
use crate::log::CodeFlow;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What became of a result.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What is written of it.
    pub decision: Decision,
    /// `properties.wayfarer` of the result.
    pub properties: Value,
}

/// What is written of a result.
#[derive(Clone, Debug)]
pub enum Decision {
    /// A run shows it: how it comes there.
    Confirmed(Option<CodeFlow>),
    /// It is impossible, for this reason.
    Refuted(String),
    /// Nobody knows.
    Open,
}

impl Analysis {
    /// The log with what became of its results ([`Analysis::results`], in that order; of those behind the end
    /// of the list nothing is said). All else is as it was, and what was written of an earlier judgement is
    /// taken out: a refuted result is suppressed, with its justification, a confirmed one gets the code flow
    /// of the run as its first.
    pub fn judged(&self, verdicts: &[Judged]) -> Value {
        let mut log = self.value().clone();
        let mut suppressing = BTreeSet::new();
        for (result, judged) in self.results.iter().zip(verdicts) {
            let pointer = format!("/runs/{}/results/{}", result.run, result.number);
            let found = log.pointer_mut(&pointer).and_then(Value::as_object_mut);
            if let Some(object) = found {
                write(object, judged);
            }
            if let Decision::Refuted(_) = judged.decision {
                suppressing.insert(result.run);
            }
        }
        for run in suppressing {
            let results = log.pointer_mut(&format!("/runs/{run}/results"));
            let results = results.and_then(Value::as_array_mut).into_iter().flatten();
            for result in results.filter_map(Value::as_object_mut) {
                // In a run all results have the list, or none (3.27.23).
                list(result, "suppressions", |_| ());
            }
        }
        log
    }
}

/// The key of what is ours in property bags.
const OURS: &str = "wayfarer";

fn write(result: &mut Map<String, Value>, judged: &Judged) {
    remove_ours(result, "suppressions");
    remove_ours(result, "codeFlows");
    let properties = result.entry("properties").or_insert_with(|| json!({}));
    if let Some(properties) = properties.as_object_mut() {
        properties.insert(OURS.to_owned(), judged.properties.clone());
    }
    match &judged.decision {
        Decision::Confirmed(Some(flow)) => {
            let mut flow = json!(flow);
            flow["properties"] = mark();
            list(result, "codeFlows", |flows| flows.insert(0, flow));
        }
        Decision::Confirmed(None) | Decision::Open => {}
        Decision::Refuted(why) => {
            let suppression = json!({
                "kind": "external", "status": "accepted", "justification": why,
                "properties": mark(),
            });
            list(result, "suppressions", |all| all.push(suppression));
        }
    }
}

/// What our entries of lists are known by.
fn mark() -> Value {
    json!({ OURS: {} })
}

/// Takes out what an earlier judgement has put into a list.
fn remove_ours(result: &mut Map<String, Value>, key: &str) {
    let Some(all) = result.get_mut(key).and_then(Value::as_array_mut) else {
        return;
    };
    let count = all.len();
    all.retain(|entry| entry["properties"].get(OURS).is_none());
    if all.is_empty() && count > 0 {
        result.remove(key);
    }
}

fn list(result: &mut Map<String, Value>, key: &str, change: impl FnOnce(&mut Vec<Value>)) {
    let value = result.entry(key).or_insert_with(|| json!([]));
    // A list that is none was null.
    if value.is_null() {
        *value = json!([]);
    }
    if let Some(all) = value.as_array_mut() {
        change(all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> Value {
        json!({
            "version": "2.1.0", "vendor": { "x": [1.5, 18446744073709551615u64] },
            "runs": [{
                "tool": { "driver": { "name": "t", "rules": [{ "id": "r" }] } },
                "results": [
                    { "ruleIndex": 0, "message": { "text": "one" }, "properties": { "own": 1 } },
                    { "ruleId": "r", "kind": "pass", "message": { "text": "nothing" } },
                    { "ruleId": "r", "message": { "text": "two" },
                      "codeFlows": [{ "threadFlows": [{ "locations": [] }] }] },
                ],
            }],
        })
    }

    fn judgement(decision: Decision) -> Judged {
        Judged {
            decision,
            properties: json!({ "verdict": "…" }),
        }
    }

    #[test]
    fn verdicts_are_written_and_all_else_is_kept() {
        let read = |log: &Value| Analysis::read(log.to_string().as_bytes()).expect("a log");
        let flow = || CodeFlow {
            thread_flows: Vec::new(),
        };
        let first = [
            judgement(Decision::Refuted("impossible".to_owned())),
            judgement(Decision::Confirmed(Some(flow()))),
        ];
        let judged = read(&log()).judged(&first);
        let results = &judged["runs"][0]["results"];
        assert_eq!(results[0]["suppressions"][0]["justification"], "impossible");
        assert_eq!(results[0]["properties"]["own"], 1);
        assert_eq!(results[1]["suppressions"], json!([]));
        assert!(results[1].get("properties").is_none());
        let flows = results[2]["codeFlows"].as_array().expect("a list");
        assert_eq!(flows.len(), 2);
        assert_eq!(flows[1], log()["runs"][0]["results"][2]["codeFlows"][0]);
        assert_eq!(judged["vendor"], log()["vendor"]);
        // Once more, and the other way round.
        let second = [judgement(Decision::Open), judgement(Decision::Open)];
        let again = read(&judged).judged(&second);
        let results = &again["runs"][0]["results"];
        assert!(results[0].get("suppressions").is_none());
        assert_eq!(
            results[2]["codeFlows"],
            log()["runs"][0]["results"][2]["codeFlows"]
        );
    }

    #[test]
    fn some_of_the_results_are_a_log_too() {
        let all = Analysis::read(log().to_string().as_bytes()).expect("a log");
        assert_eq!(all.results.len(), 2);
        let one = all.only(&[1]);
        let back = Analysis::read(one.text().as_bytes()).expect("a log");
        assert_eq!(back.results, one.results);
        assert_eq!((back.results.len(), &*back.results[0].message), (1, "two"));
    }
}
