ALTER TABLE "notification_choices" DROP CONSTRAINT "notification_choices_kind_check";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "answers_within_days" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "answer_time_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "remind_answer_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "companies_answer_time_index" ON "companies" USING btree ("answer_time_due_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "applications_remind_index" ON "applications" USING btree ("remind_answer_at","id") WHERE remind_answer_at is not null and withdrawn_at is null;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_kind_check" CHECK ("notification_choices"."kind" in ('new_application', 'mention', 'new_message', 'interview', 'follow_up', 'unanswered'));--> statement-breakpoint
-- Earlier applications count for the answer time. Companies are not reminded of them.
UPDATE "applications" SET "answered_at" = "first"."at" FROM (
  SELECT "application_id", min("application_events"."at") AS "at" FROM "application_events"
  JOIN "applications" ON "applications"."id" = "application_id" AND "application_events"."at" >= "application_at"
  WHERE "kind" = 'stage' AND "detail" ->> 'to' IN ('contacted', 'interview', 'offer', 'hired', 'not_a_fit')
    OR "kind" = 'message' AND "detail" ->> 'from' = 'company'
    OR "kind" = 'interview' AND "detail" ->> 'change' IN ('proposed', 'rescheduled')
  GROUP BY "application_id") "first" WHERE "first"."application_id" = "applications"."id";
