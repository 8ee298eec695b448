CREATE TABLE "company_identities" (
	"company_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_identities_company_id_issuer_subject_pk" PRIMARY KEY("company_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "company_sign_ins" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"domain_token" text NOT NULL,
	"domain_verified_at" timestamp (3) with time zone,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"creates_accounts" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_sign_ins_domain_check" CHECK ("company_sign_ins"."domain" = lower("company_sign_ins"."domain"))
);
--> statement-breakpoint
ALTER TABLE "company_identities" ADD CONSTRAINT "company_identities_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_identities" ADD CONSTRAINT "company_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sign_ins" ADD CONSTRAINT "company_sign_ins_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_identities_user_key" ON "company_identities" USING btree ("user_id","company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_sign_ins_domain_key" ON "company_sign_ins" USING btree ("domain") WHERE domain_verified_at is not null;