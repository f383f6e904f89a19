import type { ShownPart, SigningView } from '../protocol/signing.ts'
import { Fact } from './Fact.tsx'

const TAGS = { title: 'h2', head: 'h3', text: 'p' } as const

const Part = ({ part }: { part: ShownPart }) => {
  if (part.is !== 'table') {
    const Tag = TAGS[part.is]
    return <Tag>{part.text}</Tag>
  }
  return (
    <table>
      <thead>
        <tr>
          {part.heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {part.rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
              <td key={place}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Who asks whom to sign what, and the text of it. */
export const Contract = ({ view, code }: { view: SigningView; code: string }) => (
  <>
    <header>
      <h1>请签署{view.noun}</h1>
      <p>
        {view.operator}请 <strong>{view.tenant}</strong> 签署。
        {view.isForCompany ? '没有得到企业授权的，请不要签，并联系工作人员。' : '不是您本人的，请不要签，并联系工作人员。'}
      </p>
    </header>
    <dl className="phone-facts">
      <Fact label="合同号" value={view.sn} />
      <Fact label="房间" value={view.room} />
      <Fact label="租期" value={view.term} />
      <Fact label="月租金" value={`${view.rent} 元`} />
      <Fact label="押金" value={`${view.deposit} 元`} />
    </dl>
    <section className="phone-text" aria-label="合同正文">
      {view.parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Part key={place} part={part} />
      ))}
    </section>
    <a className="phone-file" href={`${code}/contract.pdf`} target="_blank" rel="noreferrer">
      看合同 PDF
    </a>
  </>
)
