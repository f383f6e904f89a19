import './ui/look/theme.css'
import './ui/look/root.css'
import { createRoot } from 'react-dom/client'
import { clientConfig } from './providers/clientConfig.ts'
import { reportUncaught } from './providers/reportCrash.ts'
import { currentUser } from './providers/session.ts'
import { loadView, Root } from './ui/Root.tsx'
import { Unloaded } from './ui/Unloaded.tsx'

reportUncaught()
void clientConfig()

const place = document.getElementById('root')
if (place)
  loadView(currentUser() !== null).then(
    (first) => createRoot(place).render(<Root first={first} />),
    () => createRoot(place).render(<Unloaded />),
  )
