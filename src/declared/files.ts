/** Every file of src/resources, found by its being there: a new file is enough. */
const files = import.meta.glob<unknown>('../resources/**/*.ts', { eager: true, import: 'default' })

/** What each file declares, as it stands there: nothing is made of it yet, so that it can be checked first. */
export const byFile: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(files).map(([path, declaration]) => [path.replace('../', 'src/'), declaration]),
)
