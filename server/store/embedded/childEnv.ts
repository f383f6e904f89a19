const passed = ['PATH', 'TZ', 'SystemRoot', 'TEMP', 'TMP']

/** The environment of PostgreSQL's programs: as good as empty, so that no PGDATA, PGPORT or locale of the caller changes what they do. */
export function childEnv(): Record<string, string> {
  return Object.fromEntries(passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}
