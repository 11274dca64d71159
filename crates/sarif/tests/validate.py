"""Says how logs are not valid against a schema: usage: validate.py SCHEMA LOG...

Prints a line `LOG: PLACE: ERROR` for each error.
"""

import json
import sys
from pathlib import Path

import jsonschema

schema = json.loads(Path(sys.argv[1]).read_text())
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
for log in sys.argv[2:]:
    for error in validator(schema).iter_errors(json.loads(Path(log).read_text())):
        print(f"{log}: /{'/'.join(map(str, error.absolute_path))}: {error.message}")
