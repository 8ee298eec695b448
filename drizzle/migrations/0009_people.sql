ALTER TABLE "employees" ADD COLUMN "former_role" text;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "application_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "drivers" SET "application_count" = a.n FROM (SELECT driver_id, count(*)::int AS n FROM "applications" GROUP BY driver_id) a WHERE a.driver_id = "drivers".user_id;--> statement-breakpoint
CREATE INDEX "users_email_trgm_index" ON "users" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_index" ON "users" USING btree (lower("full_name"),"id");--> statement-breakpoint
CREATE INDEX "drivers_applied_index" ON "drivers" USING btree ("created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST,"city","state","application_count") WHERE application_count > 0;