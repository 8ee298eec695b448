ALTER TABLE "text_messages" ALTER COLUMN "message_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "interviews" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "text_messages" ADD COLUMN "interview_id" uuid;--> statement-breakpoint
ALTER TABLE "text_messages" ADD COLUMN "interview_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_interview_id_interviews_id_fk" FOREIGN KEY ("interview_id") REFERENCES "public"."interviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interviews_remind_index" ON "interviews" USING btree ("remind_at") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "text_messages_interview_index" ON "text_messages" USING btree ("interview_id");--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_source_check" CHECK (num_nonnulls("text_messages"."message_id", "text_messages"."interview_id") = 1 and ("text_messages"."interview_id" is null) = ("text_messages"."interview_at" is null));--> statement-breakpoint
-- Interviews that were scheduled before get their reminders too.
UPDATE "interviews" SET "remind_at" = CASE WHEN "starts_at" > now() + interval '24 hours' THEN "starts_at" - interval '24 hours' ELSE "starts_at" - interval '1 hour' END
WHERE "status" = 'scheduled' AND "starts_at" > now() + interval '1 hour';
