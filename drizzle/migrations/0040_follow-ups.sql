CREATE TABLE "follow_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"owner_id" uuid,
	"created_by" uuid,
	"task" text NOT NULL,
	"due_on" date NOT NULL,
	"remind_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"done_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_choices" DROP CONSTRAINT "notification_choices_kind_check";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_ups_application_index" ON "follow_ups" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "follow_ups_open_index" ON "follow_ups" USING btree ("company_id","due_on","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "follow_ups_done_index" ON "follow_ups" USING btree ("company_id","done_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX "follow_ups_remind_index" ON "follow_ups" USING btree ("remind_at","id") WHERE done_at is null;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_kind_check" CHECK ("notification_choices"."kind" in ('new_application', 'mention', 'new_message', 'interview', 'follow_up'));--> statement-breakpoint
UPDATE "conversations" SET "waiting_since" = "last_message_at" WHERE "last_sender" = 'driver';
