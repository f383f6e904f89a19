import './tones.css'

/** What the colours of a plot stand for, by their words; one alone needs none. */
export const Parts = ({ parts }: { parts: readonly string[] }) =>
  parts.length < 2 ? null : (
    <ul className="plot-parts">
      {parts.map((part, place) => (
        <li key={part}>
          <i className="tone" data-part={place} />
          {part}
        </li>
      ))}
    </ul>
  )
