/** What is made from the built pages. */
export function afterBuild() {
  return { name: 'after-build', hooks: {} }
}
