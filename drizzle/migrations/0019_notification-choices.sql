CREATE TABLE "digest_counts" (
	"digest_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "digest_counts_digest_id_kind_job_id_pk" PRIMARY KEY("digest_id","kind","job_id")
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digests_person_key" UNIQUE("user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "muted_jobs" (
	"user_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "muted_jobs_user_id_job_id_pk" PRIMARY KEY("user_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"bell" boolean NOT NULL,
	CONSTRAINT "notification_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notification_choices_kind_check" CHECK ("notification_choices"."kind" in ('new_application', 'mention', 'new_message', 'interview')),
	CONSTRAINT "notification_choices_email_check" CHECK ("notification_choices"."email" in ('now', 'daily', 'off'))
);
--> statement-breakpoint
ALTER TABLE "digest_counts" ADD CONSTRAINT "digest_counts_digest_id_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."digests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_counts" ADD CONSTRAINT "digest_counts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_jobs" ADD CONSTRAINT "muted_jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_jobs" ADD CONSTRAINT "muted_jobs_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digests_due_index" ON "digests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notifications_applicant_index" ON "notifications" USING btree ("path") WHERE kind in ('new_message', 'interview', 'mention');--> statement-breakpoint
INSERT INTO "notification_choices" ("user_id", "kind", "email", "bell")
  SELECT "id", 'new_message', 'off', true FROM "users" WHERE 'applicant_message' = ANY("muted_mails");--> statement-breakpoint
UPDATE "users" SET "muted_mails" = array_remove("muted_mails", 'applicant_message') WHERE 'applicant_message' = ANY("muted_mails");
