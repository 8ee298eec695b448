-- Companies keep their choice. New ones tell drivers unless they turn it off.
ALTER TABLE "companies" ALTER COLUMN "tells_not_selected" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "tell_not_selected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "told_not_selected_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "applications_tell_index" ON "applications" USING btree ("tell_not_selected_at") WHERE tell_not_selected_at is not null;--> statement-breakpoint
-- The drivers of companies that told them before have been told.
UPDATE "applications" SET "told_not_selected_at" = "stage_changed_at"
WHERE "stage" = 'not_a_fit' AND "company_id" IN (SELECT "id" FROM "companies" WHERE "tells_not_selected");
