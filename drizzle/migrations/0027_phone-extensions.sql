ALTER TABLE "users" ADD COLUMN "phone_extension" text;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "phone_extension" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "phone_extension" text;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD COLUMN "phone_extension" text;--> statement-breakpoint
DROP TRIGGER users_phone_ends_text_consent ON users;--> statement-breakpoint
CREATE TRIGGER users_phone_ends_text_consent AFTER UPDATE OF phone, phone_extension ON users FOR EACH ROW
WHEN ((OLD.phone, OLD.phone_extension) IS DISTINCT FROM (NEW.phone, NEW.phone_extension)) EXECUTE FUNCTION end_text_consent();
