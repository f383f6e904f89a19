import words from './menuIcons.json'
import drawing from './menuIcons.svg?no-inline'

/** The icon of a menu entry by the word of its declaration: out of one drawing, which is a picture and no script. An unknown word gives the plain list. */
export const MenuIcon = ({ word }: { word: string }) => (
  <span className="anticon">
    <svg aria-hidden="true" width="1em" height="1em" fill="currentColor">
      <use href={`${drawing}#${Object.hasOwn(words, word) ? word : 'plain'}`} />
    </svg>
  </span>
)
