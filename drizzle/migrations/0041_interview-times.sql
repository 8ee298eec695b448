DROP INDEX "interviews_company_index";--> statement-breakpoint
CREATE INDEX "interviews_interviewer_index" ON "interviews" USING btree ("proposed_by","starts_at") WHERE status in ('proposed', 'scheduled');--> statement-breakpoint
CREATE INDEX "interviews_company_index" ON "interviews" USING btree ("company_id","starts_at");