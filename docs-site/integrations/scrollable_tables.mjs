/** A wide table scrolls in its own box on a phone. With a tabindex, it scrolls by keyboard too. */
export function scrollableTables() {
  return (tree) => visit(tree)
}

function visit(node) {
  if (node.tagName === 'table') node.properties = { ...node.properties, tabIndex: 0 }
  for (const child of node.children ?? []) visit(child)
}
