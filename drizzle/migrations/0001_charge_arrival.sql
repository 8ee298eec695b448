DROP INDEX "charges_due_index";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "may_arrive_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "charges_due_index" ON "charges" USING btree ("due_at") WHERE due_at is not null;