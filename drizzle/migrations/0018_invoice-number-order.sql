ALTER TABLE "invoice_numbers" ADD COLUMN "shuffle_key" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
-- Numbers written before this change are in order. Later numbers of the same year start in the next block, so that they cannot
-- repeat one.
UPDATE "invoice_numbers" SET "last" = (("last" + 999999) / 1000000) * 1000000;
