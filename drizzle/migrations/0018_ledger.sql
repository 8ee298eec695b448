CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"transaction_id" text,
	"refund_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_kind_check" CHECK ("ledger_entries"."kind" in ('billed', 'paid', 'refunded', 'credited', 'voided')),
	CONSTRAINT "ledger_entries_amount_check" CHECK ("ledger_entries"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text NOT NULL,
	"failure" text,
	"transaction_id" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "refunds_amount_check" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "notice_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_invoice_index" ON "ledger_entries" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_company_index" ON "ledger_entries" USING btree ("company_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_key" ON "ledger_entries" USING btree ("invoice_id","kind") WHERE kind in ('billed', 'paid', 'voided');--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_refund_key" ON "ledger_entries" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_number_key" ON "refunds" USING btree ("invoice_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_pending_key" ON "refunds" USING btree ("invoice_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "refunds_due_index" ON "refunds" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_user_index" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread_index" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_age_index" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "cards_notice_index" ON "cards" USING btree ("notice_due_at") WHERE notice_due_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_newest_index" ON "invoices" USING btree ("billing_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_remind_index" ON "invoices" USING btree ("remind_at") WHERE status = 'open' and remind_at is not null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_status_check" CHECK ("invoices"."status" in ('open', 'paid', 'void'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_amount_check" CHECK ("invoices"."amount_cents" > 0);--> statement-breakpoint
INSERT INTO ledger_entries (id, company_id, invoice_id, kind, amount_cents, transaction_id, created_at)
SELECT gen_random_uuid(), company_id, id, 'billed', amount_cents, NULL, billing_date FROM invoices
UNION ALL
SELECT gen_random_uuid(), company_id, id, 'paid', amount_cents, transaction_id, coalesce(paid_at, billing_date) FROM invoices WHERE status = 'paid'
UNION ALL
SELECT gen_random_uuid(), company_id, id, 'voided', amount_cents, NULL, billing_date FROM invoices WHERE status = 'void';--> statement-breakpoint
UPDATE invoices SET remind_at = due_at - interval '3 days' WHERE status = 'open';--> statement-breakpoint
UPDATE cards SET notice_due_at = (to_date(expiration_date, 'MM/YY') AT TIME ZONE 'UTC') WHERE expiration_date ~ '^(0[1-9]|1[0-2])/[0-9]{2}$';--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER charges_kept BEFORE DELETE ON charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER refunds_settled_once BEFORE UPDATE ON refunds FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.invoice_custom_id, NEW.company_id, NEW.purpose, NEW.subject_key, NEW.payment_method, NEW.amount_cents, NEW.transaction_id)
     IS DISTINCT FROM
     (OLD.id, OLD.invoice_custom_id, OLD.company_id, OLD.purpose, OLD.subject_key, OLD.payment_method, OLD.amount_cents, OLD.transaction_id) THEN
    RAISE EXCEPTION 'an invoice keeps what it billed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'open' THEN
    RAISE EXCEPTION 'an invoice that is % stays so', OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.refunded_cents <> OLD.refunded_cents AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'only the ledger counts refunds' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER invoices_keep BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_invoice();--> statement-breakpoint
CREATE FUNCTION book_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ledger_entries (id, company_id, invoice_id, kind, amount_cents)
    VALUES (gen_random_uuid(), NEW.company_id, NEW.id, 'billed', NEW.amount_cents);
  ELSIF NEW.status = OLD.status THEN
    RETURN NULL;
  END IF;
  IF NEW.status IN ('paid', 'void') AND NEW.amount_cents > NEW.refunded_cents THEN
    INSERT INTO ledger_entries (id, company_id, invoice_id, kind, amount_cents, transaction_id)
    VALUES (gen_random_uuid(), NEW.company_id, NEW.id, CASE NEW.status WHEN 'paid' THEN 'paid' ELSE 'voided' END,
            NEW.amount_cents - NEW.refunded_cents, NEW.transaction_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER invoices_book AFTER INSERT OR UPDATE OF status ON invoices FOR EACH ROW EXECUTE FUNCTION book_invoice();--> statement-breakpoint
CREATE FUNCTION book_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (id, company_id, invoice_id, kind, amount_cents, transaction_id, refund_id)
  VALUES (gen_random_uuid(), NEW.company_id, NEW.invoice_id, CASE NEW.kind WHEN 'card' THEN 'refunded' ELSE 'credited' END,
          NEW.amount_cents, NEW.transaction_id, NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_book AFTER UPDATE OF status ON refunds FOR EACH ROW WHEN (NEW.status = 'done' AND OLD.status <> 'done') EXECUTE FUNCTION book_refund();--> statement-breakpoint
CREATE TRIGGER refunds_book_new AFTER INSERT ON refunds FOR EACH ROW WHEN (NEW.status = 'done') EXECUTE FUNCTION book_refund();--> statement-breakpoint
CREATE FUNCTION count_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE captured bigint; returned bigint;
BEGIN
  UPDATE invoices SET refunded_cents = refunded_cents + NEW.amount_cents WHERE id = NEW.invoice_id;
  IF NEW.kind = 'refunded' THEN
    SELECT coalesce(sum(amount_cents) FILTER (WHERE kind = 'paid'), 0), coalesce(sum(amount_cents) FILTER (WHERE kind = 'refunded'), 0)
    INTO captured, returned FROM ledger_entries WHERE invoice_id = NEW.invoice_id;
    IF returned > captured THEN
      RAISE EXCEPTION 'refunds exceed what was captured' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_refund_check';
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_count AFTER INSERT ON ledger_entries FOR EACH ROW WHEN (NEW.kind IN ('refunded', 'credited')) EXECUTE FUNCTION count_refund();
