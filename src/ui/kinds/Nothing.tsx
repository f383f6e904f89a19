/** An empty value (look.md). */
export const Nothing = () => <span className="nothing">—</span>
