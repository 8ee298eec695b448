ALTER TABLE "companies" DROP CONSTRAINT "companies_billing_type_check";--> statement-breakpoint
UPDATE "companies" SET "billing_type" = CASE "billing_type" WHEN 'CELERO' THEN 'card' ELSE 'invoice' END;--> statement-breakpoint
-- The trigger refuses a change of the payment method. Here the method stays the same and only its code is renamed.
ALTER TABLE "invoices" DISABLE TRIGGER "invoices_keep";--> statement-breakpoint
UPDATE "invoices" SET "payment_method" = CASE "payment_method" WHEN 'CELERO' THEN 'card' ELSE 'invoice' END;--> statement-breakpoint
ALTER TABLE "invoices" ENABLE TRIGGER "invoices_keep";--> statement-breakpoint
ALTER TABLE "companies" ALTER COLUMN "billing_type" SET DEFAULT 'card';--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_method_check" CHECK ("invoices"."payment_method" in ('card', 'invoice'));--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_billing_type_check" CHECK ("companies"."billing_type" in ('card', 'invoice'));
