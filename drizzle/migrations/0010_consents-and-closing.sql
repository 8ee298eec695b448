CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_given" boolean NOT NULL,
	"wording" text,
	"ip" text,
	"language" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_kind_check" CHECK ("consents"."kind" in ('terms', 'newsletters')),
	CONSTRAINT "consents_wording_check" CHECK ("consents"."is_given" = ("consents"."wording" is not null))
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_user_index" ON "consents" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "companies_closed_index" ON "companies" USING btree ("closed_at") WHERE closed_at is not null and erased_at is null;--> statement-breakpoint
-- What accounts recorded before there was a history. The network address was not recorded.
INSERT INTO "consents" ("id", "user_id", "kind", "is_given", "wording", "language", "at")
  SELECT gen_random_uuid(), "id", 'terms', true, "terms_version", coalesce("language", 'en'), "terms_accepted_at"
  FROM "users" WHERE "terms_accepted_at" IS NOT NULL AND "terms_version" IS NOT NULL;--> statement-breakpoint
INSERT INTO "consents" ("id", "user_id", "kind", "is_given", "wording", "language", "at")
  SELECT gen_random_uuid(), "id", 'newsletters', true, "newsletters_consent_text", coalesce("language", 'en'), "newsletters_consent_at"
  FROM "users" WHERE "newsletters" AND "newsletters_consent_at" IS NOT NULL AND "newsletters_consent_text" IS NOT NULL;
