DROP TABLE "email_codes" CASCADE;--> statement-breakpoint
CREATE TABLE "proved_phones" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proved_phones_phone_key" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"phone" text,
	"ticket_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_in_codes_address_check" CHECK (num_nonnulls("sign_in_codes"."email", "sign_in_codes"."phone") = 1)
);
--> statement-breakpoint
ALTER TABLE "proved_phones" ADD CONSTRAINT "proved_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_codes_ticket_key" ON "sign_in_codes" USING btree ("ticket_hash");--> statement-breakpoint
CREATE INDEX "sign_in_codes_email_index" ON "sign_in_codes" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sign_in_codes_phone_index" ON "sign_in_codes" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "sign_in_codes_expiry_index" ON "sign_in_codes" USING btree ("expires_at");
--> statement-breakpoint
CREATE FUNCTION end_phone_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM proved_phones WHERE user_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_phone_ends_proof AFTER UPDATE OF phone, phone_extension ON users FOR EACH ROW
WHEN ((OLD.phone, OLD.phone_extension) IS DISTINCT FROM (NEW.phone, NEW.phone_extension)) EXECUTE FUNCTION end_phone_proof();
