CREATE TABLE "email_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"ticket_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "email_codes_ticket_key" ON "email_codes" USING btree ("ticket_hash");--> statement-breakpoint
CREATE INDEX "email_codes_email_index" ON "email_codes" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "email_codes_expiry_index" ON "email_codes" USING btree ("expires_at");