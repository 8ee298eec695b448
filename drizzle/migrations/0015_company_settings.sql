CREATE TABLE "company_email_proofs" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "requisite_number" text;--> statement-breakpoint
ALTER TABLE "company_email_proofs" ADD CONSTRAINT "company_email_proofs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_email_proofs_hash_key" ON "company_email_proofs" USING btree ("hash");