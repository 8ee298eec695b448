DROP INDEX "drivers_cell_index";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "candidate_count" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "candidates_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "drivers_match_index" ON "drivers" USING btree ("cell","user_id" DESC NULLS FIRST,"latitude","longitude","cdl_status","years_of_experience","owner_operator","home_time","expected_pay_cents","endorsements","work_experiences","city") WHERE cell is not null;--> statement-breakpoint
CREATE INDEX "jobs_candidates_due_index" ON "jobs" USING btree ("candidates_due_at") WHERE status = 'POSTED';