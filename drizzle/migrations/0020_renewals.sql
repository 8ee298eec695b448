ALTER TABLE "charges" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "job_addons" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "unpaid_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "renewal_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "renewal_noticed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "purchases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_job_in_flight_key" ON "charges" USING btree ("job_id") WHERE status = 'pending' and job_id is not null;--> statement-breakpoint
CREATE INDEX "jobs_billing_due_index" ON "jobs" USING btree ("next_billing_date") WHERE status = 'POSTED' and next_billing_date is not null;--> statement-breakpoint
CREATE INDEX "jobs_renewal_notice_index" ON "jobs" USING btree ("next_billing_date") WHERE status = 'POSTED' and next_billing_date is not null and not renewal_noticed;