# Checks the DKIM signature of the email on standard input. The DNS record of its key is the argument, so no DNS is queried.
use strict;
use warnings;
use Mail::DKIM::Verifier;
use Net::DNS::RR;

my ($record) = @ARGV;
{
    no warnings 'redefine';
    *Mail::DKIM::DNS::query = sub { return Net::DNS::RR->new( name => $_[0], type => 'TXT', txtdata => $record ) };
}
my $verifier = Mail::DKIM::Verifier->new();
while ( my $line = <STDIN> ) {
    $line =~ s/\r?\n\z//;
    $verifier->PRINT("$line\015\012");
}
$verifier->CLOSE;
print $verifier->result_detail;
