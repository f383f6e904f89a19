/** By which the certificate of the tests' template is sealed, until a store that is made of it seals it with its own key. */
export const TEMPLATE_KEY = 'template'
