-- stock_movements: the mark in velocity_changes, which has the units of a movement, serves the value of the stock as well.
-- Marks that are here already are folded as before.
DROP TRIGGER "stock_movements_value_insert" ON "stock_movements";--> statement-breakpoint
DROP FUNCTION "note_stock_value_changes"();
