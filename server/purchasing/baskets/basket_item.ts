/** References to one item of the basket in requests. */
import { refuse } from '../../contract/refusals.ts'
import { Id, Shape } from '../../contract/schema.ts'

export const ItemPath = Shape({ item_id: Id('The item.') })

export const unknownItem = () => refuse('not_found', { desc: 'The basket has no item with this id.' })
