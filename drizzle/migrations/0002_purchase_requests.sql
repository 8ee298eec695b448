ALTER TABLE "charges" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "request_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_request_key" ON "charges" USING btree ("request_id") WHERE status in ('pending', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_request_key" ON "invoices" USING btree ("request_id");