import { type ContractPart, contractParts, hasMark } from '../../../src/derive/template.ts'
import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import netSignSetting from '../../../src/resources/settings/netSign.ts'
import type { PrintContent } from '../../prints/definePrint.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { ANCHORS } from '../netSign/index.ts'
import { readSetting } from '../setting/index.ts'
import { contractText } from '../template/index.ts'
import contractTemplate from './contract.typ?raw'
import type { PaperValues } from './paperValues.ts'

/** How a contract is drawn: its own paper, its signed one, and the preview of a template. */
export { contractTemplate }

/** Gives what a contract's text says, in its parts. `keepsNumbers`: the tenant's numbers are put in when the paper is drawn; otherwise they are masked. */
export const paperParts = async (
  db: Queryable,
  { kind, template, values, annex = [] }: Pick<PaperValues, 'kind' | 'template' | 'values' | 'annex'>,
  keepsNumbers: boolean,
): Promise<ContractPart[]> => [...contractParts(await contractText(db, kind, template), values, keepsNumbers), ...annex]

/** Gives what papers say that are filled with these values, by key: in full, for they are the contracts themselves. */
export const paperContents = async (db: Queryable, found: ReadonlyMap<number, PaperValues>): Promise<ReadonlyMap<number, PrintContent>> => {
  const contents = new Map<number, PrintContent>()
  for (const [key, paper] of found) {
    const parts = await paperParts(db, paper, true)
    contents.set(key, { values: { sn: paper.sn, parts, said: [] }, numbers: paper.numbers })
  }
  return contents
}

/** Gives the operator's seal: the one for contracts (网签设置), or the receipts'; none where there is neither. */
const sealOf = async (db: Queryable): Promise<Record<string, number>> => {
  const { seal_img: [own] = [] } = await readSetting(db, netSignSetting)
  const { seal_img: [other] = [] } = await readSetting(db, invoiceSetting)
  const seal = own ?? other
  return seal === undefined ? {} : { seal }
}

/** Where a text has no place for a mark, it stands at the end. */
const closing = (parts: readonly ContractPart[]): ContractPart[] => {
  const lacking = [
    ...(hasMark(parts, 'seal') ? [] : [{ text: '甲方（盖章）：' }, { mark: 'seal' } as const, { text: '　　' }]),
    ...(hasMark(parts, 'sign') ? [] : [{ text: '乙方（签字）：' }, { mark: 'sign' } as const]),
  ]
  return lacking.length === 0
    ? []
    : [
        { is: 'text', pieces: [] },
        { is: 'text', pieces: lacking },
      ]
}

/** Gives what a contract says that has just been signed: with the tenant's signature and the operator's seal; `said`: how and when, at its end. */
export const signedContent = async (
  db: Queryable,
  paper: PaperValues,
  { sign, at, said }: { sign: number; at: number; said: readonly string[] },
): Promise<PrintContent> => {
  const parts = await paperParts(db, paper, true)
  return {
    values: { sn: paper.sn, parts: [...parts, ...closing(parts)], said, signed_at: at },
    pictures: { sign, ...(await sealOf(db)) },
    numbers: paper.numbers,
  }
}

/** Gives what the file says that a service outside is to have signed: in full, with words where the marks of the parties are to stand. */
export const contentToSign = async (db: Queryable, paper: PaperValues): Promise<Record<string, unknown>> => {
  const parts = await paperParts(db, paper, true)
  const said = ['本合同由双方经电子签署服务签署，签署后改动任何内容，验签都会不通过。']
  return {
    title: `合同 ${paper.sn}`,
    number: '',
    sn: paper.sn,
    parts: [...parts, ...closing(parts)],
    numbers: paper.numbers,
    said,
    anchors: ANCHORS,
  }
}
