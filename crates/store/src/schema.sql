-- The run store: `run.db` in the output directory. docs/formats.md explains it for readers.

-- What the run is: tool, working directory, hash of the program.
CREATE TABLE property (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
-- The command line, from the first argument on.
CREATE TABLE argument (position INTEGER PRIMARY KEY, text BLOB NOT NULL);
-- Files the run read, with the SHA-256 of their contents.
CREATE TABLE input_file (path BLOB PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID;

-- Where paths begin: one place, or each method that is explored. Each has a tree of its own, whose
-- root is the node of the same number. `explored_share` is an estimate from 0 to 1; completed
-- paths are `kept` as tests, `not_new`, or `diverged`: they came out otherwise when they were run again;
-- `varying` ones come out otherwise in other runs with the same inputs.
CREATE TABLE start (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  explored_share REAL NOT NULL DEFAULT 0,
  diverged INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  not_new INTEGER NOT NULL DEFAULT 0,
  varying INTEGER NOT NULL DEFAULT 0
);

-- Each time that `explore` or `resume` worked on the run; the numbers are of that time alone.
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  started TEXT NOT NULL,
  ended TEXT,
  ended_by TEXT,
  milliseconds INTEGER NOT NULL DEFAULT 0,
  queries INTEGER NOT NULL DEFAULT 0,
  instructions INTEGER NOT NULL DEFAULT 0
);

-- Counters of the solver, of each session alone.
CREATE TABLE solver_count (
  session INTEGER NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (session, name)
) WITHOUT ROWID;

-- The frontier: nodes with something left to visit at or below them. A node with a model waits to
-- be visited; the path of that number left it after so many decisions (0: it has not ended).
CREATE TABLE node (
  id INTEGER PRIMARY KEY,
  parent INTEGER NOT NULL,
  choice INTEGER NOT NULL,
  model INTEGER,
  path INTEGER,
  depth INTEGER,
  hash INTEGER,
  since_new INTEGER,
  finished INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX node_parent ON node (parent);
-- Inputs that lead to nodes: those that differ from the model it is based on.
CREATE TABLE model (id INTEGER PRIMARY KEY, base INTEGER NOT NULL, input_values BLOB NOT NULL);
CREATE TABLE input (
  id INTEGER PRIMARY KEY,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  width INTEGER NOT NULL,
  UNIQUE (ordinal, name, width)
);

-- Every path that ended, from where it left its parent: `count` of them to a row, the first one
-- numbered `id`, all met by one explorer (the number of a path divided by 2^40 says by which).
CREATE TABLE path (
  id INTEGER PRIMARY KEY,
  start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  records BLOB NOT NULL
);
-- What the numbers of endings and sites in those records mean, by explorer.
CREATE TABLE ending_number (
  explorer INTEGER NOT NULL, number INTEGER NOT NULL, ending INTEGER NOT NULL,
  PRIMARY KEY (explorer, number)
) WITHOUT ROWID;
CREATE TABLE site_number (
  explorer INTEGER NOT NULL, number INTEGER NOT NULL, site INTEGER NOT NULL,
  PRIMARY KEY (explorer, number)
) WITHOUT ROWID;
CREATE TABLE ending (
  id INTEGER PRIMARY KEY,
  closed TEXT NOT NULL,
  detail TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  UNIQUE (closed, detail, file, line)
);
CREATE TABLE site (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  function TEXT NOT NULL,
  block INTEGER NOT NULL,
  instruction INTEGER NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  column INTEGER NOT NULL,
  decision INTEGER,
  UNIQUE (kind, function, block, instruction, file, line, column)
);

-- Counters of each start.
CREATE TABLE closed (
  start INTEGER NOT NULL, how TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (start, how)
) WITHOUT ROWID;
CREATE TABLE limit_hit (
  start INTEGER NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (start, name)
) WITHOUT ROWID;
CREATE TABLE unsupported (
  start INTEGER NOT NULL,
  what TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (start, what, file, line, column)
) WITHOUT ROWID;
-- Errors that skipped calls may lead to, with how the arms before them were closed.
CREATE TABLE unrealised_error (
  start INTEGER NOT NULL,
  kind TEXT NOT NULL, function TEXT NOT NULL,
  file TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,
  how TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (start, kind, function, file, line, column, how)
) WITHOUT ROWID;
-- Functions of which calls were skipped.
CREATE TABLE skipped_function (
  start INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (start, name)
) WITHOUT ROWID;
-- Functions of user code that calls executed which make inputs: paths that they are on cover nothing there.
CREATE TABLE executed_for_inputs (
  start INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (start, name)
) WITHOUT ROWID;
CREATE TABLE bound (
  start INTEGER NOT NULL,
  what TEXT NOT NULL, function TEXT NOT NULL, block INTEGER NOT NULL, instruction INTEGER NOT NULL,
  PRIMARY KEY (start, what, function, block, instruction)
) WITHOUT ROWID;

-- What extensions of the exploration learned: facts with their counts. What the bytes of a fact mean,
-- the extension says.
CREATE TABLE fact (
  start INTEGER NOT NULL, extension TEXT NOT NULL, fact BLOB NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (start, extension, fact)
) WITHOUT ROWID;

CREATE TABLE test (
  id INTEGER PRIMARY KEY,
  start INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  path TEXT NOT NULL,
  content TEXT NOT NULL,
  inputs BLOB NOT NULL,
  verdict TEXT
);
-- Inputs whose paths are run first: of tests of an earlier run.
CREATE TABLE seed (
  id INTEGER PRIMARY KEY,
  start INTEGER NOT NULL,
  inputs BLOB NOT NULL,
  UNIQUE (start, inputs)
);
CREATE TABLE finding (
  id INTEGER PRIMARY KEY,
  start INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  kind TEXT NOT NULL,
  exception TEXT NOT NULL,
  assumption TEXT NOT NULL,
  message TEXT NOT NULL,
  file TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,
  function TEXT NOT NULL,
  stack TEXT NOT NULL,
  count INTEGER NOT NULL,
  test INTEGER NOT NULL
);

-- User code, as far as it is known.
CREATE TABLE function (
  name TEXT PRIMARY KEY, file TEXT NOT NULL, line INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE block (
  function TEXT NOT NULL, block INTEGER NOT NULL,
  PRIMARY KEY (function, block)
) WITHOUT ROWID;
CREATE TABLE block_line (
  function TEXT NOT NULL, block INTEGER NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY (function, block, file, line)
) WITHOUT ROWID;
CREATE TABLE arm (
  function TEXT NOT NULL, block INTEGER NOT NULL, edge INTEGER NOT NULL,
  decision INTEGER, choice INTEGER NOT NULL,
  file TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,
  PRIMARY KEY (function, block, edge)
) WITHOUT ROWID;
-- When paths of a start first executed an arm, or, with the edge -1, a block, in milliseconds of the
-- run.
CREATE TABLE covered (
  function TEXT NOT NULL, block INTEGER NOT NULL, edge INTEGER NOT NULL,
  start INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  PRIMARY KEY (function, block, edge, start)
) WITHOUT ROWID;
-- Visits of arms that came to nothing, by the reason.
CREATE TABLE arm_closed (
  start INTEGER NOT NULL,
  function TEXT NOT NULL, block INTEGER NOT NULL, edge INTEGER NOT NULL,
  how TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (start, function, block, edge, how)
) WITHOUT ROWID;
-- What native runs measured: lcov's records FNDA, DA and BRDA.
CREATE TABLE native_function (
  file TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (file, name)
) WITHOUT ROWID;
CREATE TABLE native_line (
  file TEXT NOT NULL, line INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (file, line)
) WITHOUT ROWID;
CREATE TABLE native_branch (
  file TEXT NOT NULL, line INTEGER NOT NULL, block INTEGER NOT NULL, branch INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (file, line, block, branch)
) WITHOUT ROWID;

-- How far the run was, about once a second; the numbers are of the whole run.
CREATE TABLE sample (
  milliseconds INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  paths INTEGER NOT NULL, tests INTEGER NOT NULL, pending INTEGER NOT NULL,
  findings INTEGER NOT NULL, arms INTEGER NOT NULL,
  queries INTEGER NOT NULL, instructions INTEGER NOT NULL
);
