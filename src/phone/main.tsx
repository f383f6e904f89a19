import '../ui/look/theme.css'
import './phone.css'
import { type ComponentType, lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

const Page = lazy(() => import('./Page.tsx'))
const Apply = lazy(() => import('./apply/Apply.tsx'))
const Repairs = lazy(() => import('./repair/Repairs.tsx'))

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
follow()
dark.addEventListener('change', follow)

/** What the printed codes lead to; anything else at this place is a link's own code. */
const PAGES: Readonly<Record<string, ComponentType>> = { apply: Apply, repair: Repairs }

const code = location.pathname.split('/').filter(Boolean).at(-1) ?? ''
const Known = PAGES[code]
const place = document.getElementById('phone')
if (place) createRoot(place).render(<Suspense>{Known ? <Known /> : <Page code={code} />}</Suspense>)
