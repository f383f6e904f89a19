import './ui/look/theme.css'
import './ui/look/root.css'
import { createRoot } from 'react-dom/client'
import { clientConfig } from './providers/clientConfig.ts'
import { reportUncaught } from './providers/reportCrash.ts'
import { currentUser } from './providers/session.ts'
import { loadView, Root } from './ui/Root.tsx'

reportUncaught()
void clientConfig()

const place = document.getElementById('root')
if (place) void loadView(currentUser() !== null).then((first) => createRoot(place).render(<Root first={first} />))
