import { wrongDeclarations } from './declarations/report.ts'

/** What `npm run check` asks of the declarations: the same questions as start-up, without a store. A check that saw nothing has failed. */
const check = async (): Promise<string> => {
  const wrong = await wrongDeclarations()
  if (wrong !== null) return wrong
  const [{ resources }, { registry }] = await Promise.all([
    import('../src/declared/declared.ts'),
    import('./calls/registry.ts'),
    import('./wiring.ts'),
  ])
  if (resources.length === 0 || registry().size === 0) return '没有读到任何声明'
  process.exitCode = 0
  return `声明无误：${resources.length} 个资源，${registry().size} 个接口`
}

process.exitCode = 1
void check().then((text) => process.stdout.write(`${text}\n`))
