import { checkFileLayout } from '../../../src/core/check/checkFileLayout.ts'
import type { FileProblem } from '../../../src/core/check/checkResources.ts'
import type { FileLayout } from '../../../src/core/fileLayout.ts'

let layouts: readonly (readonly [file: string, layout: FileLayout])[] = []

/** Takes the layouts that the domains declare, by file (server/wiring.ts). */
export const provideLayouts = (byFile: Readonly<Record<string, FileLayout>>): void => {
  layouts = Object.entries(byFile)
}

/** Gives what is wrong with the layouts of files, with the place. */
export const wrongLayouts = (): FileProblem[] =>
  layouts.flatMap(([file, layout], index) => {
    const found: FileProblem[] = []
    checkFileLayout(layout, (id, at, message, hint) => found.push({ file, id, at, message, ...(hint ? { hint } : {}) }))
    if (layouts.findIndex(([, other]) => other.name === layout.name) < index)
      found.push({ file, id: 'R218', at: 'name', message: `格式 '${layout.name}' 声明了两次` })
    return found
  })
