import type { Problem } from '../../../core/check/shape.ts'

/** What is wrong with a declaration, each with its place. */
export const Problems = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length === 0 ? null : (
    <div className="designer-problems" role="alert">
      <strong>还不能发布，有 {problems.length} 处要改：</strong>
      <ul>
        {problems.map(({ id, at, message, hint }) => (
          <li key={`${id} ${at} ${message}`}>
            <code>{at || '整个声明'}</code>
            {message}
            {hint ? `（${hint}）` : ''} <span className="designer-problem-id">{id}</span>
          </li>
        ))}
      </ul>
    </div>
  )
