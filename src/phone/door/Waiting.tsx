/** The page while it is asked what it shows. */
export const Waiting = () => (
  <main className="phone" aria-busy="true">
    <p className="phone-wait">正在打开…</p>
  </main>
)
