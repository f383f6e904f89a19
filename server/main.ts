import { wrongDeclarations } from './declarations/report.ts'

/** Nothing is made of the declarations, and nothing started, before all of them are right. */
const start = async (): Promise<void> => {
  const wrong = await wrongDeclarations()
  if (wrong === null) return void (await import('./serve.ts'))
  process.stdout.write(`${wrong}\n`)
  process.exit(1)
}

// Not awaited here: a part that is loaded now may share modules with this one.
void start()
