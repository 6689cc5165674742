# Imports files over HTTP, step by step. Load it with: source import.sh
#
#   preview_file FILE [BODY]   uploads FILE and previews its import; writes nothing
#   import_file FILE [BODY]    previews and runs the import
#   import_report FILE         saves the report of the last import as FILE: a line for each row of its file
#
# BODY is JSON for POST /api/v1/imports, such as '{"kind":"daily_sales"}'. The last answer of the import is in import.json.
# Needs curl, node, and BASE_URL, USER_TOKEN and ORGANIZATION_ID in the environment.

imports_call() { # METHOD PATH, then arguments of curl
  curl -sS --fail-with-body -X "$1" "$BASE_URL/api/v1/$2" \
    -H "Authorization: Bearer $USER_TOKEN" -H "X-Organization-ID: $ORGANIZATION_ID" "${@:3}"
}

# A step is queued: ask until it is over.
wait_for_import() {
  while imports_call GET "imports/$IMPORT_ID" > import.json &&
    node -e "process.exit(require('./import.json').data.progress.is_queued ? 0 : 1)"; do sleep 1; done
}

import_state() { node -p "require('./import.json').data.state"; }

preview_file() {
  imports_call POST "files?file_name=$(basename "$1")" --data-binary "@$1" > upload.json || return 1
  node -p "JSON.stringify({ file_key: require('./upload.json').data.file_key, ...JSON.parse(process.argv[1]) })" "${2:-{\}}" > body.json
  imports_call POST imports -H "Content-Type: application/json" -d @body.json > import.json || { cat import.json; return 1; }
  export IMPORT_ID=$(node -p "require('./import.json').data.import_id")
  # No profile knows the headers: use the fields that are proposed for them.
  if [ "$(import_state)" = needs_mapping ]; then
    node -p "JSON.stringify({ mapping: { columns: require('./import.json').data.columns
      .filter(({ field }) => field !== null).map(({ header, field }) => ({ header, field })) } })" > mapping.json
    imports_call PUT "imports/$IMPORT_ID/mapping" -H "Content-Type: application/json" -d @mapping.json > import.json ||
      { cat import.json; return 1; }
  fi
  imports_call POST "imports/$IMPORT_ID/preview" > import.json || { cat import.json; return 1; }
  wait_for_import
}

# Runs the import in IMPORT_ID, which must be previewed.
run_import() {
  [ "$(import_state)" = previewed ] || { echo "the import is in state $(import_state), see import.json" >&2; return 1; }
  imports_call POST "imports/$IMPORT_ID/run" > import.json || { cat import.json; return 1; }
  wait_for_import
}

import_file() { preview_file "$@" && run_import; }

import_report() {
  imports_call GET "imports/$IMPORT_ID/report" > report.json
  curl -sS -o "$1" "$(node -p "require('./report.json').data.export_url")"
}
