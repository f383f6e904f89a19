import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import regular from '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf?file'
import bold from '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf?file'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import fontkit from '@pdf-lib/fontkit'
import { named, shownWith } from './shownText.ts'
import { yieldToLists } from './yieldToLists.ts'

/** What a thread draws: papers of one template. */
export interface DrawTask {
  template: string
  papers: readonly {
    values: Readonly<Record<string, unknown>>
    /** PNG, by the template's names. */
    pictures: Readonly<Record<string, Uint8Array>>
  }[]
}

export interface Drawn {
  pdf: Uint8Array
  /** The signs that the font has not, as they are; '' where it has all. */
  missing: string
}

const REGULAR = fileURLToPath(regular)
const FONTS = [REGULAR, fileURLToPath(bold)]
/** Templates read nothing; what they are given lies here, by name only. */
const workspace = dirname(REGULAR)
/** For so many drawings Typst remembers what it has worked out: the template itself, no old paper. */
const REMEMBERED = 8

yieldToLists()

const typst = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: FONTS }] })
const signs: ReadonlySet<number> = new Set(fontkit.create(readFileSync(REGULAR)).characterSet)

const draw = (template: string, { values, pictures }: DrawTask['papers'][number]): Drawn => {
  const { value, missing } = shownWith(values, signs)
  const places = Object.keys(pictures).map((name): [string, string] => [name, `/pictures/${name}.png`])
  for (const [name, place] of places) typst.mapShadow(join(workspace, place), Buffer.from(pictures[name] ?? []))
  const data = { ...(value as object), pictures: Object.fromEntries(places), missing: named(missing) }
  const pdf = typst.pdf({ mainFileContent: template, inputs: { data: JSON.stringify(data) } })
  for (const [, place] of places) typst.unmapShadow(join(workspace, place))
  typst.evictCache(REMEMBERED)
  return { pdf, missing: [...missing].join('') }
}

export default ({ template, papers }: DrawTask): Drawn[] => papers.map((paper) => draw(template, paper))
