ALTER TABLE "companies" ALTER COLUMN "tells_not_selected" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "tell_not_selected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "told_not_selected_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "applications_tell_index" ON "applications" USING btree ("tell_not_selected_at") WHERE tell_not_selected_at is not null;--> statement-breakpoint
UPDATE "applications" SET "told_not_selected_at" = "stage_changed_at"
WHERE "company_id" IN (SELECT "id" FROM "companies" WHERE "tells_not_selected")
  AND EXISTS (SELECT FROM "application_events" "e"
    WHERE "e"."application_id" = "applications"."id" AND "e"."kind" = 'stage' AND "e"."detail" ->> 'to' = 'not_a_fit');--> statement-breakpoint
-- A company that has saved its stages has seen the switch, so its choice stays.
UPDATE "companies" SET "tells_not_selected" = true
WHERE NOT EXISTS (SELECT FROM "company_stages" WHERE "company_stages"."company_id" = "companies"."id");
