ALTER TABLE "notifications" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_applications_key" ON "notifications" USING btree ("user_id","job_id") WHERE kind = 'new_application' and read_at is null;