import JSON5 from 'json5'
import type { Resource } from '../../../src/core/resource.ts'

/** Gives a declaration as the text of a file for src/resources, where it does the same as the screen made at run time. */
export const sourceFile = (declaration: Resource): string =>
  `import { defineResource } from '../core/resource.ts'\n\nexport default defineResource(${JSON5.stringify(declaration, { space: 2, quote: "'" })})\n`
