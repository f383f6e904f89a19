import type { Problem } from '../../../core/check/shape.ts'
import { said, t } from '../../../providers/i18nProvider.ts'

/** What is wrong with a declaration, each with its place. */
export const Problems = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length === 0 ? null : (
    <div className="designer-problems" role="alert">
      <strong>{t`还不能发布，有 ${problems.length} 处要改：`}</strong>
      <ul>
        {problems.map(({ id, at, message, hint }) => (
          <li key={`${id} ${at} ${message}`}>
            <code>{at || t`整个声明`}</code>
            {said(message)}
            {hint ? t`（${said(hint)}）` : ''} <span className="designer-problem-id">{id}</span>
          </li>
        ))}
      </ul>
    </div>
  )
